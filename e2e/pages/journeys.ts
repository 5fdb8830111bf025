import type { Locator, Page } from '@playwright/test'

/** The controls of the journeys that belong to no other page object. */
export class JourneyControls {
  /** In the drawer of an issue. */
  readonly requestRelink: Locator
  readonly evidence: Locator
  /** Over the list of issues, after a change of one. */
  readonly undoChange: Locator
  /** In the letter of a relink request. */
  readonly copyLetter: Locator
  /** Beside the outcome of a save, in Mappings. */
  readonly undoSave: Locator
  /** In Data. */
  readonly exportRows: Locator
  readonly asLines: Locator
  readonly saved: Locator

  constructor(page: Page) {
    this.requestRelink = page.getByRole('button', { name: 'Request relink…' })
    this.evidence = page.getByRole('button', { name: 'Export evidence' })
    this.undoChange = page.getByRole('status').getByRole('button', { name: 'Undo' })
    this.copyLetter = page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true })
    this.undoSave = page.getByLabel('Outcome', { exact: true }).getByRole('button', { name: 'Undo' })
    this.exportRows = page.getByRole('button', { name: 'Export', exact: true })
    this.asLines = page.getByRole('menuitem', { name: /^NDJSON/ })
    this.saved = page.getByRole('region', { name: 'Exports' }).getByText('Saved: ')
  }
}
