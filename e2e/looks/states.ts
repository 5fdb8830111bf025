import { expect } from '@playwright/test'
import { Confirm } from '../pages/confirm'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'
import { Palette } from '../pages/palette'
import { askedIn, escape, go, type State } from './state'
import { reach } from './states-reach'
import { lookedUp } from './states-records'
import { work } from './states-work'

export const first: State[] = [
  { name: 'first-screen', show: async ({ page }) => expect(new FirstRun(page).tryPractice).toBeVisible() },
  { name: 'connect', show: async ({ page }) => new FirstRun(page).fill({ name: 'Harbourline', region: 'Default' }) },
  {
    name: 'confirm-address',
    // Pictures must not change with the practice service's ports.
    show: ({ page, practice }) =>
      new FirstRun(page).connectTo(practice, { baseUrl: 'https://api.example.com', euBaseUrl: '', euToken: '' }),
    page: askedIn,
    leave: async ({ page }) => (await Confirm.asked(page)).goBack()
  },
  {
    name: 'connect-refused',
    show: async ({ page, practice }) => {
      await new FirstRun(page).connectTo(practice, { token: 'wrong-token-wrong-token' })
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
    leave: async ({ page, practice }) => {
      await new FirstRun(page).connectTo(practice)
      await new Desk(page).refreshed()
    }
  }
]

const frame: State[] = [
  {
    name: 'palette',
    show: async ({ page }) => {
      await go(page, 'issues')
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
    show: async ({ app, page, practice }) => {
      practice.default.set({ faults: [{ name: 'status', path: '/api/hris/v1/connectors', status: 401, body: {} }] })
      // A refresh begins after the one before it, also where the clock stands still.
      await app.evaluate(() => {
        const { now } = Date
        Date.now = () => now() + 1_000
      })
      await new Desk(page).refresh.click()
      await new Desk(page).refreshed('failed')
    },
    leave: async ({ page, practice }) => {
      practice.default.set({ faults: [] })
      await new Desk(page).refresh.click()
      await new Desk(page).refreshed()
    }
  }
]

const last: State[] = [
  {
    name: 'locked',
    show: async ({ app, page }) => {
      await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'))
      await expect(page.getByRole('navigation')).toBeHidden()
      await expect(page.getByRole('button').first()).toBeVisible()
    }
  }
]

/** Each leads to the next. */
export const states: readonly State[] = [...first, ...work, ...lookedUp, ...frame, ...reach, ...last]
