"""What people read, in their language: in English, as it is written, until another one comes."""

from gettext import NullTranslations

TRANSLATIONS = NullTranslations()
