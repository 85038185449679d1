"""The money of a gaming day: drop counts, fill and credit slips, cash over the counter, incidents, the report."""
