import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Regions } from '../../src/practice/regions'
import { viewLabels, type ViewLabelled } from '../../src/shared/app/view'
import { Confirm } from '../pages/confirm'

/** The app on its main page, and the service it talks to. */
export type Stage = { practice: Regions; app: ElectronApplication; page: Page }

/** Something the window shows; each goes on from the one before it. */
export type State = {
  name: string
  show: (stage: Stage) => Promise<unknown>
  /** The page to look at, where it is not the app's own. */
  page?: (stage: Stage) => Promise<Page>
  /** What it shows depends on the computer: it is not compared. */
  varies?: true
  /** Takes away what would lie over the next one. */
  leave?: (stage: Stage) => Promise<void>
}

export const escape = ({ page }: Stage) => page.keyboard.press('Escape')

/** Goes to a view by the rail. */
export async function go(page: Page, view: ViewLabelled): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: viewLabels[view], exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Customers who must relink, outside of the incident. */
export const stopped = ({ practice }: Stage) =>
  practice.default.connectors.find(
    (one) => one.status === 'RELINK_NEEDED' && !one.is_test_connector && one.integration_slug !== 'workday'
  )?.end_user ?? ''

/** The window that asks for confirmation, once it can be answered. */
export async function askedIn(stage: Stage): Promise<Page> {
  const { page, yes } = await Confirm.asked(stage.page)
  await expect(yes).toBeEnabled()
  return page
}
