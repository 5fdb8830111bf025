import { asked, onPassthrough, ready, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough what the service refuses', () => {
  test('422 shows at the control it names', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    const detail = [
      { loc: ['body', 'path'], msg: 'String should match the pattern', type: 'string_pattern_mismatch' },
      { loc: ['body', 'headers', 'X-Trace'], msg: 'Input should be shorter', type: 'string_too_long' }
    ]
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 422, body: { detail }, times: 1 })] })
    await builder.target('GET', '/employees')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Trace')
    await builder.cell('Header', 1, 'value').fill('1')
    await builder.send.click()
    await expect(builder.outcome).toContainText('The fields it names are marked')
    await expect(builder.path).toHaveAttribute('aria-invalid', 'true')
    await expect(builder.path).toHaveAccessibleDescription(/The API: String should match the pattern/)
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/The API: Input should be shorter/)
    await shot(app.page, 'passthrough-422')
    // A change of the field clears the fault.
    await builder.path.fill('/departments')
    await expect(builder.path).not.toHaveAttribute('aria-invalid', 'true')
    await builder.send.click()
    await builder.answered()
  })

  test('403 says which category the token belongs to', async ({ app, practice }) => {
    const { builder, connector } = await ready(app, practice)
    connector.is_active = false
    await builder.target('POST', '/counter/forbidden')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText(`It was sent with the token of the HRIS connector ${connector.id}`)
    await expect(builder.outcome).toContainText('This token works for HRIS only')
    await expect(builder.outcome).toContainText('This connector is not active')
    await shot(app.page, 'passthrough-403')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('401: the workspace’s token was withdrawn; nothing of it arrived', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    practice.default.set({ bearerToken: 'another one by now' })
    await builder.target('POST', '/counter/unauthorized')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('The API rejected the workspace’s bearer token')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })
})
