"""A club: its phones, its invitations and its links."""
