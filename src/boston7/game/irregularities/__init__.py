"""What can go wrong at a table (R12 to R18): one file each, with its command, its event, its effect and its words."""
