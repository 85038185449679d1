"""Read-only routes: rules, odds, history and proofs for everybody; floor, shift and audit for staff."""
