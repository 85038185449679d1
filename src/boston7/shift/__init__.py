"""The money of a gaming day, pure: drop counts, fill and credit slips, cash over the counter, incidents, the report."""
