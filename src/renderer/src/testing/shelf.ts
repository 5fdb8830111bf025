import type {
  OperationHead,
  ShelfChanges,
  ShelfFile,
  ShelfHead,
  ShelfOperation
} from '../../../shared/passthrough/shelf'
import type { FakeClient } from './fake-client'
import { passthroughClient, draft, uuid } from './passthrough'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'

export function shelfHead(change: Partial<ShelfHead> = {}): ShelfHead {
  return {
    ...{ title: 'Umbra HR', version: '2.4', format: 'OpenAPI 3.0', base: '/v1', operations: 4 },
    ...{ taken: [{ kind: 'secret', place: 'securitySchemes.key' }], takenCount: 1, importedAt: 1_000, by: 'Ada' },
    ...change
  }
}

export const shelfFile = (change: Partial<ShelfFile> = {}): ShelfFile => ({
  ...{ integration: 'personio', current: shelfHead(), newer: null, earlier: null },
  ...{ shared: false, stays: null, marked: 0 },
  ...change
})

export const newerFile = () => shelfFile({ newer: shelfHead({ version: '2.5', importedAt: 2_000, by: 'Tomás' }) })

const head = (method: OperationHead['method'], path: string, name: string, tag: string): OperationHead => ({
  id: `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
  ...{ method, path, name, tag }
})

export const operations = [
  head('GET', '/company/employees', 'List employees', 'Employees'),
  head('GET', '/company/employees/{employee_id}', 'One employee', 'Employees'),
  head('POST', '/company/employees', 'Create employee', 'Employees'),
  head('GET', '/company/absences', 'List absences', 'Absences')
]

const details: Record<string, Partial<ShelfOperation>> = {
  'GET /company/employees': {
    fields: [
      {
        name: 'state',
        in: 'query',
        required: true,
        type: 'one of 2',
        list: false,
        choices: ['active', 'left'],
        default: 'active',
        hint: '',
        text: ''
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        type: 'whole number',
        list: false,
        hint: 'At most 200',
        text: 'How many'
      },
      {
        name: 'attributes[]',
        in: 'query',
        required: false,
        type: 'list of text',
        list: true,
        hint: 'At most 20 values',
        text: ''
      }
    ]
  },
  'GET /company/employees/{}': {
    text: 'Returns one employee with all attributes the key may see.',
    fields: [
      {
        name: 'employee_id',
        in: 'path',
        required: true,
        type: 'whole number',
        list: false,
        hint: 'At least 1',
        text: ''
      }
    ],
    answer: { status: '200', lines: ['{', '  "id": whole number', '}'] }
  },
  'POST /company/employees': { body: { kind: 'json', text: '{\n  "name": ""\n}' } }
}

export const shelfChanges = (): ShelfChanges => {
  const [list, one, create] = operations as [OperationHead, OperationHead, OperationHead]
  return {
    counts: { added: 1, changed: 1, removed: 1, same: 2 },
    added: [{ ...head('GET', '/teams', 'Teams', 'Teams'), changes: [], touches: [] }],
    removed: [{ ...create, changes: [], touches: [] }],
    changed: [
      {
        ...(one ?? list),
        changes: [
          { part: 'query', before: 'include: one of 2', after: 'include: one of 3' },
          { part: 'answer', before: null, after: 'cost_centers: list of text' }
        ],
        touches: [{ id: uuid(40), name: 'Employee with rights' }]
      }
    ]
  }
}

/** A shelf with the files, of which the first of Personio has the operations above. */
export function shelfClient(
  files: ShelfFile[] = [shelfFile()],
  drafts: PassthroughDraft[] = [draft({ path: '' })]
): FakeClient {
  const client = passthroughClient(...drafts)
  client.answer('passthrough:shelfFiles', () => files)
  client.answer('passthrough:shelfOperations', () => operations)
  client.answer('passthrough:shelfChanges', shelfChanges)
  client.answer('passthrough:shelfCheck', () => null)
  client.answer('passthrough:shelfOperation', ({ id }) => {
    const found = operations.find((one) => one.id === id)
    if (!found) throw new Error(`no ${id}`)
    return { ...found, text: '', fields: [], body: null, answer: null, ...details[id] }
  })
  return client
}
