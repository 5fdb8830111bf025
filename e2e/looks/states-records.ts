import { expect } from '@playwright/test'
import { employees } from '../fixtures/data'
import { readable } from '../fixtures/held'
import { Activity } from '../pages/activity'
import { DataView } from '../pages/data'
import { Doctor } from '../pages/doctor'
import { JourneyControls } from '../pages/journeys'
import { Trends } from '../pages/trends'
import { Webhooks } from '../pages/webhooks'
import { escape, go, type State } from './state'

const data: State[] = [
  {
    name: 'data-new',
    show: async ({ page }) => {
      await go(page, 'data')
      await expect(new DataView(page).collection).toBeVisible()
    }
  },
  {
    name: 'data',
    show: async ({ page, practice }) => {
      const view = new DataView(page)
      await view.fill(employees, readable(practice.default), 50)
      await view.start()
      await view.fetched()
      await expect(view.rows.getByRole('row').nth(3)).toBeVisible()
    }
  },
  {
    name: 'data-record',
    show: async ({ page }) => {
      const view = new DataView(page)
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
    name: 'trends',
    show: async ({ page }) => {
      await go(page, 'trends')
      await expect(new Trends(page).chart('Last good sync')).toBeVisible()
    }
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

export const lookedUp: readonly State[] = [...data, ...records]
