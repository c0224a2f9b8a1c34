"""What people do: one function for each deed, one transaction each, and no Flask."""
