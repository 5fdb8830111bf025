import { describe, expect, it } from 'vitest'
import type { WriteSchemaRequest } from '../../../shared/passthrough/send'
import { scripted, type Scripted } from '../../testing/fakes'
import { connectorToken, draft, testSender } from '../testing'
import { WriteSchemas } from './write-schemas'

const schema = { type: 'object', properties: { name: { type: 'string' } } }
const { signal } = new AbortController()

function reading(answers: Scripted[], path = '/api/hris/v1/employees') {
  const transport = scripted(answers)
  const { client, tokens, masker } = testSender(transport)
  const workspaces = { target: async () => (await import('../../testing/fakes')).target }
  const schemas = new WriteSchemas({ client, tokens, masker, workspaces, pinned: async () => null })
  const { workspaceId, region, connector } = draft
  const request = { workspaceId, region, path, connector } as WriteSchemaRequest
  return { read: () => schemas.read(request, signal), transport }
}

describe('what a unified write takes', () => {
  it('is asked of the newest meta operation, with the connector’s token', async () => {
    const { read, transport } = reading([{ json: schema }])
    expect(await read()).toEqual({ schema, reason: '' })
    expect(transport.requests).toMatchObject([
      {
        method: 'GET',
        url: new URL('https://api.example.com/api/hris/v1/employees/meta/post'),
        headers: { 'x-connector-token': connectorToken }
      }
    ])
  })

  it('is asked of the older operation where the newest has none', async () => {
    const older = { json: { success: true, data: schema, error: null } }
    const { read, transport } = reading([{ status: 501, json: { detail: 'None' } }, older])
    expect(await read()).toEqual({ schema, reason: '' })
    expect(transport.requests.map(({ url }) => url.pathname)).toEqual([
      '/api/hris/v1/employees/meta/post',
      '/api/hris/v1/employees/create/meta'
    ])
  })

  it('says in the service’s words why there is none', async () => {
    const none = { json: { success: false, data: null, error: { message: 'No schema for deel' } } }
    expect(await reading([{ status: 501 }, none]).read()).toEqual({ schema: null, reason: 'No schema for deel' })
    const refused = { status: 501, json: { detail: 'Not for this integration' } }
    expect(await reading([refused], '/api/hris/v1/time-off').read()).toMatchObject({
      schema: null,
      reason: 'Not for this integration'
    })
  })

  it('is not asked for where the contract has no operation for it', async () => {
    const { read, transport } = reading([], '/api/ats/v1/tags')
    expect(await read()).toMatchObject({ schema: null, reason: expect.stringContaining('for this operation') })
    expect(transport.requests).toEqual([])
  })

  it('is that of the contract where it declares the body', async () => {
    const { read, transport } = reading([], '/api/ats/v1/activities')
    const required = ['user', 'activity_type', 'body', 'visibility', 'candidate']
    expect(await read()).toMatchObject({ schema: { required }, reason: '' })
    expect(transport.requests).toEqual([])
  })

  it('holds no token, also where the service repeats it', async () => {
    const { read } = reading([{ json: { ...schema, description: `for ${connectorToken}` } }])
    expect(JSON.stringify(await read())).not.toContain(connectorToken)
  })

  it('ends in the error of the call, and for a path that creates nothing', async () => {
    await expect(reading([{ status: 403, json: { detail: 'No' } }]).read()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(reading([], '/api/v1/passthrough').read()).rejects.toMatchObject({ code: 'invalid-input' })
  })
})
