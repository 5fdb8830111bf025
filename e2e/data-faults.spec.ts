import { atEmployees, atTheView, dataPractice, employees, onEmployees } from './fixtures/data'
import { asked, askedByHand, held } from './fixtures/held'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: dataPractice })

test.describe('@collections a service that pages wrongly', () => {
  const faults: [what: string, fault: object, said: RegExp, pages: number][] = [
    ['repeats its cursor', { name: 'cursor-loop', period: 1 }, /code: cursor-loop/, 2],
    ['leads round in a circle of three', { name: 'cursor-loop', period: 3 }, /code: cursor-loop/, 4],
    ['answers a number', { name: 'cursor-type', as: 'number', nth: 2 }, /cursor is a number, not a text/, 1],
    ['answers an object', { name: 'cursor-type', as: 'object', nth: 2 }, /cursor is an object, not a text/, 1],
    ['answers 1 MB', { name: 'huge-cursor', nth: 2 }, /cursor is 1000000 characters long and cannot be sent back/, 2]
  ]

  test('is named, the walk ends, and what came stays', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice, 10)
    for (const [what, fault, said, pages] of faults) {
      practice.default.set({ faults: [onEmployees(fault)] })
      await test.step(what, async () => {
        const since = practice.default.requests.length
        await view.start()
        await view.fetched('failed')
        await expect(view.inspector.getByRole('alert')).toContainText(said)
        expect(await view.count('Pages')).toBe(pages)
        expect(await view.count('Rows')).toBeGreaterThanOrEqual(10)
        await expect(view.rows).toHaveAttribute('aria-rowcount', String((await view.count('Rows')) + 1))
        expect(asked(practice.default, employees, since).length).toBeLessThanOrEqual(pages + 1)
      })
    }
    await shot(app.page, 'collections-cursor-fault')
    await view.tabs.first().click()
    await shot(app.page, 'collections-cursor-loop')
  })

  test('with odd letters in its cursors gets each one back as it was', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 10)
    const people = await held(practice.default, employees, connector)
    for (const [name, part] of [
      ['cursor-lines', '\r\nX-Injected: 1\r\n'],
      ['cursor-chars', '&x=1;']
    ] as const) {
      practice.default.set({ faults: [onEmployees({ name })] })
      const since = practice.default.requests.length
      await view.start()
      await view.fetched()
      expect(await view.count('Rows')).toBe(people.length)
      const [, ...rest] = practice.default.requests.slice(since).filter(({ path }) => path === employees)
      expect(rest.length).toBeGreaterThan(3)
      for (const { query } of rest) {
        expect(query['cursor']).toContain(part)
        expect(query).not.toHaveProperty('x')
      }
    }
  })

  test('whose data moves gets its repeated ids flagged', async ({ app, practice }) => {
    practice.default.set({ moving: true })
    const { view } = await atEmployees(app, practice, 10)
    await view.start()
    await view.fetched()
    const repeated = await view.count('Repeated IDs')
    expect(repeated).toBeGreaterThan(0)
    await expect(app.page.getByText(/came more than once: data changed during the fetch/)).toBeVisible()
    const flagged = view.rows.locator('[data-index]').filter({ hasText: 'Repeated ID' })
    await expect(flagged.first()).toBeVisible()
    await flagged.first().click()
    await expect(view.record).toContainText('This ID came before: data changed during the fetch.')
    await shot(app.page, 'collections-repeated')
    await view.pane('Reconcile')
    await expect(view.reconciled).toContainText(`Repeated ${repeated}`)
  })
})

test.describe('@collections what the service refuses', () => {
  test('shows at its parameter, until that is changed', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice)
    await view.param('expand').fill('nothing_like_that')
    await view.start()
    await view.fetched('failed')
    await expect(view.param('expand')).toHaveAttribute('aria-invalid', 'true')
    await expect(view.param('expand')).toHaveAccessibleDescription(/nothing_like_that/)
    await expect(view.inspector).toContainText('expand')
    await shot(app.page, 'collections-refused')
    await view.param('expand').fill('manager')
    await expect(view.param('expand')).not.toHaveAttribute('aria-invalid', 'true')
    await view.start()
    await view.fetched()
  })

  test('with 403 names the category of the token', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice)
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 403 })] })
    await view.start()
    await view.fetched('failed')
    await expect(view.inspector).toContainText("The connector's token belongs to HRIS.")
    await expect(view.inspector).toContainText('Not allowed for this token or plan')
    await shot(app.page, 'collections-forbidden')
  })

  test('a path typed by hand is walked; one that leads elsewhere is never asked for', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    const before = practice.default.requests.length
    for (const [path, why] of [
      ['/api/../admin', 'A path has no . or .. in it'],
      ['/api/hris/%2e%2e/secret', 'A path has no . or .. in it'],
      ['/admin/users', 'A path begins with /api/.'],
      ['/api/hris/v1/employees?x=1', 'Leave out everything from ? or # on'],
      ['//evil.example/api/', 'A path begins with /api/.']
    ] as const) {
      await view.choose(path)
      await view.fetch.click()
      await expect(view.collection).toHaveAttribute('aria-invalid', 'true')
      await expect(view.collection).toHaveAccessibleDescription(new RegExp(why.replace(/[.?]/g, '\\$&')))
    }
    await shot(app.page, 'collections-path-refused')
    await expect(view.tabs).toHaveCount(0)
    expect(askedByHand(practice.default, before)).toEqual([])

    await view.choose('/api/v1/webhooks/logs/')
    await view.fetch.click()
    await view.fetched('failed')
    await expect(view.inspector.getByRole('alert')).toContainText('status: 404')
    await view.newFetch.click()
    await view.choose('/api/ats/v1/connectors')
    await view.start()
    await view.fetched()
    expect(await view.count('Rows')).toBe(
      practice.default.connectors.filter(({ category }) => category === 'ATS').length
    )
  })
})
