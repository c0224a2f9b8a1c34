"""Run the migrations on the connection that `prepare` lends, within its transaction."""

from alembic import context

from scorer.storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
