import { expect, type Page } from '@playwright/test'
import { connectorOf } from '../fixtures/connector-of'
import { madeUpOpenApi } from '../../src/main/passthrough/shelf/testing'
import { Confirm } from '../pages/confirm'
import { Desk } from '../pages/desk'
import { JourneyControls } from '../pages/journeys'
import { AskMany } from '../pages/many'
import { Mappings } from '../pages/mappings'
import { Passthrough } from '../pages/passthrough'
import { Runbooks } from '../pages/runbooks'
import { Shelf } from '../pages/shelf'
import { Issues } from '../pages/issues'
import { askedIn, escape, go, stopped, type State } from './state'

const board = (page: Page) => page.getByRole('region', { name: 'Relink board' })

const issues: State[] = [
  {
    name: 'issues',
    show: async ({ page }) => {
      await go(page, 'issues')
      await expect(new Issues(page).issues).toBeVisible()
    }
  },
  {
    name: 'issues-drawer',
    show: async (stage) => {
      const issues = new Issues(stage.page)
      await (await issues.reach(stopped(stage))).click()
      await expect(issues.drawer).toContainText('RELINK_NEEDED')
    }
  },
  {
    name: 'issues-runbook-editor',
    show: async ({ page }) => {
      const runbooks = new Runbooks(page)
      await runbooks.section.getByRole('button', { name: 'Write a runbook…' }).click()
      const steps = '1. Ask for an **administrator**\n2. Send `GET /employees`\n\n> Never ask for a password.'
      await runbooks.type({ title: 'The sign-in is no longer accepted', matches: 'RELINK_NEEDED', steps })
    },
    leave: ({ page }) => new Runbooks(page).save()
  },
  {
    name: 'issues-runbooks',
    show: async ({ page }) => {
      const { list, showAll } = new Runbooks(page)
      await showAll()
      await list.getByRole('listitem').getByRole('button').first().click()
      await expect(list.getByRole('button', { name: 'Edit…' })).toBeVisible()
    },
    leave: escape
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
      // At the top: a head that stays in sight may cover the first row drawn.
      await page.keyboard.press('Home')
      const boxes = new Issues(page).issues.locator('[data-key] input:not(:checked)')
      for (const _ of [1, 2]) await boxes.first().check({ force: true })
    },
    leave: async ({ page }) => {
      const ticked = new Issues(page).issues.locator('[data-key] input:checked')
      while ((await ticked.count()) > 0) await ticked.first().uncheck({ force: true })
    }
  },
  {
    name: 'issues-webhook',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Old HR export' }).click()
      await expect(page.getByRole('complementary', { name: 'Failing webhook' })).toContainText('20 of 20 failed')
    },
    leave: escape
  },
  {
    name: 'issues-board',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Relink board' }).click()
      await expect(board(page).getByRole('row').nth(1)).toBeVisible()
    }
  },
  {
    name: 'issues-board-drawer',
    show: async ({ page }) => {
      await board(page).getByRole('table').getByRole('button').first().click()
      await expect(new Issues(page).drawer).toContainText('RELINK_NEEDED')
    },
    leave: async (stage) => {
      await escape(stage)
      await stage.page.getByRole('button', { name: 'Back to the list' }).click()
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
    page: askedIn,
    leave: async ({ page }) => (await Confirm.asked(page)).goBack()
  },
  {
    name: 'passthrough-shelf',
    varies: true,
    show: async ({ page }) => {
      const shelf = new Shelf(page)
      await page.getByRole('button', { name: 'New request' }).click()
      await shelf.show()
      await shelf.paste(JSON.stringify(madeUpOpenApi()))
      await shelf.operation('One employee').click()
      await shelf.field('employee_id').fill('emp-4711')
    },
    leave: async ({ page }) => new Shelf(page).library.getByRole('button', { name: 'History', exact: true }).click()
  }
]

const many: State[] = [
  {
    name: 'many-setup',
    show: async ({ page, practice }) => {
      practice.default.set({ faults: [] })
      await new AskMany(page).show()
      await new AskMany(page).fill('Personio', '/company')
    }
  },
  {
    name: 'many-running',
    show: async ({ page, practice }) => {
      // The first answers wait until the faults are gone.
      practice.default.set({ faults: [{ name: 'slow', path: '/api/v1/passthrough', delayMs: 600_000 }] })
      await new AskMany(page).ask.click()
      await expect(page.getByText('2 asking now')).toBeVisible()
    },
    // When it began.
    varies: true
  },
  {
    name: 'many-result',
    show: async ({ page, practice }) => {
      practice.default.set({ faults: [] })
      await new AskMany(page).done()
    },
    varies: true
  },
  {
    name: 'many-groups',
    show: async ({ page }) => {
      await new AskMany(page).groups()
    },
    varies: true
  },
  {
    name: 'many-drawer',
    show: async ({ page }) => {
      const many = new AskMany(page)
      await many.heads.first().click()
      await many.table.getByRole('row').nth(2).click()
      await expect(many.drawer.getByRole('heading').first()).toBeVisible()
    },
    varies: true
  },
  {
    name: 'many-compare',
    show: async ({ page }) => {
      const many = new AskMany(page)
      await many.drawer.getByRole('button', { name: 'Compare whole' }).click()
      await expect(many.drawer.getByText(/difference|same as|cannot be compared/).first()).toBeVisible()
    },
    varies: true,
    leave: async (stage) => {
      await escape(stage)
      await stage.page
        .getByRole('group', { name: 'Route' })
        .getByRole('button', { name: 'Passthrough', exact: true })
        .click()
    }
  }
]

const mappings: State[] = [
  {
    name: 'mappings',
    show: async ({ page, practice }) => {
      await go(page, 'mappings')
      await expect(new Mappings(page).fields.getByRole('option')).toHaveCount(practice.default.fields.length)
      await expect(page.getByText(/fields, \d+ mapped/)).toBeVisible()
      await expect(page.getByText('Loading mapping status')).toBeHidden()
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
      await page.keyboard.press('Escape') // closes the completions
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
    name: 'mappings-guard',
    show: async ({ page, practice }) => {
      const view = new Mappings(page)
      const guard = page.getByRole('region', { name: 'Kept samples' })
      const check = guard.getByRole('button', { name: 'Check fresh records' })
      await view.forIntegration('bamboohr')
      await view.type('employee.cost_centre.code')
      await view.saved('updated')
      await check.click()
      await expect(guard).toContainText('kept to compare with')
      for (const record of [1, 2]) {
        await guard.getByRole('button', { name: 'Keep this record' }).click()
        await expect(guard.getByRole('listitem')).toHaveCount(record)
        await view.samples.getByRole('button', { name: 'Next record' }).click()
      }
      practice.default.reshape('bamboohr', 'renamed')
      await check.click()
      await expect(guard).toContainText('Fill rate 100 % → 0 %')
      await guard.scrollIntoViewIfNeeded()
    }
  },
  {
    name: 'mappings-matrix',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Matrix' }).click()
      const cell = page.getByRole('button', { name: 'cost_center, BambooHR: Drifted' })
      await cell.click()
      await expect(page.getByRole('region', { name: 'Chosen cell' })).toContainText('Fill rate')
    }
  },
  {
    name: 'mappings-matrix-refresh',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Refresh fill rates…' }).click()
      await expect(page.getByRole('combobox', { name: 'Check on a schedule' })).toBeVisible()
    },
    leave: escape
  },
  {
    name: 'mapping-drift',
    show: async ({ page }) => {
      await go(page, 'issues')
      const drift = page.getByRole('region', { name: 'Mapping drift' }).first()
      await drift.getByRole('button', { name: /^cost_center/ }).click()
      await expect(page.getByRole('complementary', { name: /^Mapping drift/ })).toContainText('employee.cost_center')
    },
    leave: async (stage) => {
      await escape(stage)
      stage.practice.default.reshape('bamboohr', null)
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

export const work: readonly State[] = [...issues, ...connectors, ...passthrough, ...many, ...mappings]
