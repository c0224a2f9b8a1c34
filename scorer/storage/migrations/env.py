"""Run the revisions on the connection that `migrate` passes, within its transaction."""

from alembic import context

from scorer.storage import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
