"""The rules of the games as the screen shows them, and house rules as it asks for them."""
