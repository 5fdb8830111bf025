import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Regions } from '../../src/practice/regions'
import { viewLabels, type ViewLabelled } from '../../src/shared/app/view'
import { Confirm } from '../pages/confirm'

export type Stage = { practice: Regions; app: ElectronApplication; page: Page }

/** Each state follows the previous one. */
export type State = {
  name: string
  show: (stage: Stage) => Promise<unknown>
  /** Another page than the app's own. */
  page?: (stage: Stage) => Promise<Page>
  /** Depends on the computer, so it is not compared. */
  varies?: true
  /** Removes overlays before the next state. */
  leave?: (stage: Stage) => Promise<void>
}

export const escape = ({ page }: Stage) => page.keyboard.press('Escape')

export async function go(page: Page, view: ViewLabelled): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: viewLabels[view], exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Leaves out the possible outage. */
export const stopped = ({ practice }: Stage) =>
  practice.default.connectors.find(
    (one) => one.status === 'RELINK_NEEDED' && !one.is_test_connector && one.integration_slug !== 'workday'
  )?.end_user ?? ''

/** The confirmation window, once it can be answered. */
export async function askedIn(stage: Stage): Promise<Page> {
  const { page, yes } = await Confirm.asked(stage.page)
  await expect(yes).toBeEnabled()
  return page
}
