"""Undo and Redo, on the notice that stays until the next entry, whatever becomes of the server."""

from playwright.sync_api import expect

from tests.browser.fingers import expect_totals, reload, wait_for_forms, wait_for_idle, wait_until


def test_undo_and_redo_stay_over_reloads_and_a_new_start_of_the_server(sheet, fingers, server):
    fingers.score(0, [(7, 0), (23, 0), (41, 1)])
    expect_totals(sheet, 0, 7, 23, 82)
    notice = sheet.locator("[data-notice]")
    expect(notice).to_contain_text("Saved")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    reload(sheet)
    expect(notice).to_contain_text("Saved")
    wait_for_idle(sheet)
    # The last module comes a moment later, and not from a server that is stopped.
    modules = "performance.getEntriesByType('resource').map(({ name }) => name)"
    wait_until(sheet, f"{modules}.some(name => name.endsWith('/awake.js'))")
    sheet.wait_for_load_state("networkidle")
    server.stop()
    server.start()
    fingers.tap(sheet.locator("[data-undo] button"))
    redo = sheet.locator("[data-redo] button")
    expect(redo).to_be_visible()
    expect_totals(sheet, 0, 0, 0, 0)
    reload(sheet)
    wait_for_forms(sheet)
    fingers.tap(redo)
    expect(redo).to_have_count(0)
    expect_totals(sheet, 0, 7, 23, 82)
    fingers.score(1, [(10, 0), (5, 0), (12, 0)])
    fingers.tap(notice.get_by_role("button", name="Undo"))
    expect(sheet.locator("[data-deals] tbody tr")).to_have_count(1)
    expect_totals(sheet, 0, 7, 23, 82)
