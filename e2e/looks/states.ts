import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Regions } from '../../src/practice/regions'
import { viewLabels, type ViewLabelled } from '../../src/shared/model/view'
import { employees } from '../fixtures/collection'
import { connectorOf } from '../fixtures/connector-of'
import { readable } from '../fixtures/held'
import { Activity } from '../pages/activity'
import { Collections } from '../pages/collections'
import { Confirm } from '../pages/confirm'
import { Desk } from '../pages/desk'
import { Doctor } from '../pages/doctor'
import { FirstRun } from '../pages/first-run'
import { JourneyControls } from '../pages/journeys'
import { Mappings } from '../pages/mappings'
import { Palette } from '../pages/palette'
import { Passthrough } from '../pages/passthrough'
import { Queue } from '../pages/queue'
import { Webhooks } from '../pages/webhooks'

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

const escape = ({ page }: Stage) => page.keyboard.press('Escape')

/** Goes to a view by the rail. */
async function go(page: Page, view: ViewLabelled): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: viewLabels[view], exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Customers who must relink, outside of the incident. */
const stopped = ({ practice }: Stage) =>
  practice.default.connectors.find(
    (one) => one.status === 'RELINK_NEEDED' && !one.is_test_connector && one.integration_slug !== 'workday'
  )?.end_user ?? ''

const first: State[] = [
  { name: 'first-screen', show: async ({ page }) => expect(new FirstRun(page).tryPractice).toBeVisible() },
  { name: 'connect', show: async ({ page }) => new FirstRun(page).fill({ name: 'Harbourline', region: 'Default' }) },
  {
    name: 'connect-refused',
    show: async ({ page, practice }) => {
      await new FirstRun(page).connectTo(practice, { token: 'wrong-token-wrong-token' })
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
    leave: async ({ page, practice }) => {
      await new FirstRun(page).connectTo(practice)
      await new Desk(page).walked()
    }
  }
]

const issues: State[] = [
  {
    name: 'issues',
    show: async ({ page }) => {
      await go(page, 'queue')
      await expect(new Queue(page).cases).toBeVisible()
    }
  },
  {
    name: 'issues-drawer',
    show: async (stage) => {
      const queue = new Queue(stage.page)
      await queue.open(stopped(stage))
      await expect(queue.drawer).toContainText('RELINK_NEEDED')
    }
  },
  {
    name: 'issues-relink-request',
    show: async ({ page }) => {
      await new JourneyControls(page).requestRelink.click()
      await expect(new JourneyControls(page).copyLetter).toBeEnabled()
    },
    leave: async (stage) => {
      await escape(stage)
      await escape(stage)
    }
  },
  {
    name: 'issues-chosen',
    show: async ({ page }) => {
      const rows = new Queue(page).cases.locator('[role=row][data-key]')
      for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check({ force: true })
    },
    leave: async ({ page }) => {
      const rows = new Queue(page).cases.locator('[role=row][data-key]')
      for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').uncheck({ force: true })
    }
  }
]

const connectors: State[] = [
  {
    name: 'connectors',
    show: async ({ page }) => {
      await go(page, 'connectors')
      await expect(new Desk(page).grid).toBeVisible()
    }
  },
  {
    name: 'connectors-drawer',
    show: async ({ page }) => {
      await new Desk(page).grid.locator('[role=row][data-index]').first().click()
      await expect(page.getByRole('complementary').getByRole('heading').nth(1)).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'connectors-none',
    show: async ({ page }) => {
      await new Desk(page).search.fill('no such customer')
      await expect(new Desk(page).grid.locator('[role=row][data-index]')).toHaveCount(0)
    },
    leave: ({ page }) => new Desk(page).search.fill('')
  }
]

const passthrough: State[] = [
  {
    name: 'passthrough-new',
    show: async ({ page }) => {
      await go(page, 'passthrough')
      await expect(new Passthrough(page).connector).toBeVisible()
    }
  },
  {
    name: 'passthrough-response',
    show: async ({ page, practice }) => {
      const builder = new Passthrough(page)
      await builder.choose(connectorOf(practice.default, 'bamboohr'))
      await builder.target('GET', '/employees?per_page=3')
      await builder.send.click()
      await builder.answered()
      await expect(builder.lines('Pretty')).toContainText('"p-1"')
    }
  },
  {
    name: 'confirm-write',
    show: async ({ page }) => {
      const builder = new Passthrough(page)
      await builder.target('POST', '/employees')
      await builder.send.click()
    },
    page: async ({ page }) => (await Confirm.asked(page)).page,
    leave: async ({ page }) => (await Confirm.asked(page)).goBack()
  }
]

const mappings: State[] = [
  {
    name: 'mappings',
    show: async ({ page, practice }) => {
      await go(page, 'mappings')
      await expect(new Mappings(page).fields.getByRole('option')).toHaveCount(practice.default.fields.length)
    }
  },
  {
    name: 'mappings-tried',
    show: async ({ page }) => {
      const view = new Mappings(page)
      await view.open('cost_center')
      await view.paste({ employee: { address: { country_code: 'DE' } } }, { employee: { address: null } })
      await view.type('employee.address.country_code')
      await expect(view.result).toContainText('DE')
      await page.keyboard.press('Escape') // the completions
    }
  },
  {
    name: 'mappings-wrong',
    show: async ({ page }) => {
      const view = new Mappings(page)
      await view.type('employee | upper(@)')
      await expect(view.check).toContainText('upper')
    }
  },
  {
    name: 'lookups',
    show: async ({ page }) => {
      await go(page, 'lookups')
      await expect(page.getByText('bamboohr').first()).toBeVisible()
    }
  }
]

const data: State[] = [
  {
    name: 'data-new',
    show: async ({ page }) => {
      await go(page, 'collections')
      await expect(new Collections(page).collection).toBeVisible()
    }
  },
  {
    name: 'data',
    show: async ({ page, practice }) => {
      const view = new Collections(page)
      await view.fill(employees, readable(practice.default), 50)
      await view.start()
      await view.walked()
      await expect(view.rows.getByRole('row').nth(3)).toBeVisible()
    }
  },
  {
    name: 'data-record',
    show: async ({ page }) => {
      const view = new Collections(page)
      await view.rows.getByRole('row').nth(2).click()
      await expect(view.record.getByRole('treeitem').nth(3)).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'data-export',
    show: async ({ page }) => {
      await new JourneyControls(page).exportRows.click()
      await page.getByRole('menuitem', { name: /^CSV/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    leave: escape
  }
]

const records: State[] = [
  {
    name: 'webhooks',
    show: async ({ page }) => {
      await go(page, 'webhooks')
      await expect(new Webhooks(page).rows.first()).toBeVisible()
    }
  },
  {
    name: 'webhooks-delivery',
    show: async ({ page }) => {
      const view = new Webhooks(page)
      await view.rows.first().click()
      await expect(view.drawer).toContainText('{')
    },
    leave: escape
  },
  {
    name: 'activity',
    show: async ({ page }) => {
      await go(page, 'activity')
      await expect(new Activity(page).rows.first()).toBeVisible()
    }
  },
  {
    name: 'activity-call',
    show: async ({ page }) => {
      await new Activity(page).rows.first().click()
      await expect(page.getByRole('complementary')).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'settings',
    show: async ({ page }) => {
      await go(page, 'settings')
      await expect(page.getByRole('heading').first()).toBeVisible()
    }
  },
  {
    name: 'doctor',
    varies: true,
    show: async ({ page }) => {
      await go(page, 'doctor')
      await expect(new Doctor(page).again).toBeVisible({ timeout: 60_000 })
    }
  }
]

const frame: State[] = [
  {
    name: 'palette',
    show: async ({ page }) => {
      await go(page, 'queue')
      await page.keyboard.press('Control+k')
      await expect(new Palette(page).found.first()).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'shortcuts',
    show: async ({ page }) => {
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'refresh-failed',
    show: async ({ page, practice }) => {
      practice.default.set({ faults: [{ name: 'status', path: '/api/hris/v1/connectors', status: 401, body: {} }] })
      await new Desk(page).refresh.click()
      await new Desk(page).walked('failed')
    },
    leave: async ({ practice }) => void practice.default.set({ faults: [] })
  },
  {
    name: 'locked',
    show: async ({ app, page }) => {
      await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'))
      await expect(page.getByRole('navigation')).toBeHidden()
      await expect(page.getByRole('button').first()).toBeVisible()
    }
  }
]

/** Every view and its main states, in an order in which one leads to the next. */
export const states: readonly State[] = [
  ...first,
  ...issues,
  ...connectors,
  ...passthrough,
  ...mappings,
  ...data,
  ...records,
  ...frame
]
