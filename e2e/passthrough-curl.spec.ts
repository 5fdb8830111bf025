import { ready, written } from './fixtures/passthrough'
import { filesHolding } from './fixtures/profile'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough cURL', () => {
  test('a pasted command is imported; its secrets are dropped, with a notice', async ({
    connected,
    practice,
    profileDir
  }) => {
    const app = await connected()
    const { builder } = await ready(app, practice)
    const secret = 'sk-live-5f0c9a7d31b2'
    await builder.importCurl(
      `curl -X PATCH 'https://api.vendor.example/counter/import?dry=1' -H 'Authorization: Bearer ${secret}' ` +
        `-H 'X-Trace: 7' -H 'Content-Type: application/json' --data '{"title": "Lead"}'`
    )
    const notice = app.page.getByRole('status', { name: 'Imported from a command' })
    await expect(notice).toContainText('Left out as secrets: Authorization')
    await expect(notice).toContainText('The host api.vendor.example is left out')
    await expect(builder.method).toHaveValue('PATCH')
    await expect(builder.path).toHaveValue('/counter/import')
    await expect(builder.body).toContainText('"title": "Lead"')
    await shot(app.page, 'passthrough-imported')
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"method": "PATCH"')
    expect(written(practice.default)).toEqual({ import: 1 })
    expect(await app.page.content()).not.toContain(secret)
    await app.close()
    expect(await filesHolding(profileDir, secret)).toEqual([])
  })
})
