"""The services: one function and one transaction for each deed, and no Flask."""
