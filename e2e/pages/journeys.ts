import type { Locator, Page } from '@playwright/test'

/** Controls of no other page object. */
export class JourneyControls {
  /** In an issue's drawer. */
  readonly requestRelink: Locator
  readonly moreOfIssue: Locator
  readonly evidence: Locator
  /** Above the list of issues, after a change. */
  readonly undoChange: Locator
  /** In a relink letter. */
  readonly copyLetter: Locator
  /** In Mappings. */
  readonly undoSave: Locator
  /** In Data. */
  readonly exportRows: Locator
  readonly asLines: Locator
  readonly saved: Locator

  constructor(page: Page) {
    this.requestRelink = page.getByRole('button', { name: 'Request relink…' })
    this.moreOfIssue = page.getByRole('button', { name: 'More for this issue' })
    this.evidence = page.getByRole('menuitem', { name: 'Export evidence' })
    this.undoChange = page.getByRole('status').getByRole('button', { name: 'Undo' })
    this.copyLetter = page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true })
    this.undoSave = page.getByLabel('Outcome', { exact: true }).getByRole('button', { name: 'Undo' })
    this.exportRows = page.getByRole('button', { name: 'Export', exact: true })
    this.asLines = page.getByRole('menuitem', { name: /^NDJSON/ })
    this.saved = page.getByRole('region', { name: 'Exports' }).getByText('Saved: ')
  }
}
