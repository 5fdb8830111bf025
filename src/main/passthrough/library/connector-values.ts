import { AppError } from '../../../shared/errors'
import { variable, type Variable } from '../../../shared/passthrough/passthrough'
import { isBuiltIn } from '../../../shared/passthrough/variables'
import type { Masker } from '../../secrets/masker'
import type { ValueOwner } from '../../store/tables/library/library'
import { looksLikeToken } from './clean-draft'
import type { Shelf, Shelves } from './shelves'

/** Per connector. */
const mostValues = 200
/** Characters. */
const longestValue = 20_000

/**
 * Values of answers, encrypted and bound to their connector: nothing but its region and key finds them. They go to no
 * export and no team.
 */
export class ConnectorValues {
  constructor(
    private readonly shelves: Shelves,
    private readonly masker: Pick<Masker, 'holds'>
  ) {}

  /** By name. Leaves out what cannot be read now. */
  async list(of: ValueOwner): Promise<Variable[]> {
    const answers = await this.shelves.ask(({ store }) => store.connectorValues(of))
    return answers.flatMap(({ shelf, value: rows }) =>
      rows.flatMap(({ name, encrypted }) => {
        const value = opened(shelf, boundTo(of, name), encrypted)
        return value === undefined ? [] : { name, value }
      })
    )
  }

  /** Replaces a value of the same name. @throws AppError invalid-input with `fields` */
  async keep(of: ValueOwner, { name, value }: Variable): Promise<void> {
    const refuse = (field: 'name' | 'value', message: string) => {
      throw new AppError('invalid-input', message, { fields: { [field]: message } })
    }
    if (!variable.shape.name.safeParse(name).success)
      refuse('name', 'Start a name with a letter; use letters, digits and _ . - only, at most 64.')
    if (isBuiltIn(name)) refuse('name', `${name} is always the connector’s own.`)
    if (value === '') refuse('value', 'This value is empty.')
    if (value.length > longestValue) refuse('value', 'This value is too long for a variable.')
    if (this.masker.holds(value) || looksLikeToken(value))
      refuse('value', 'This looks like a token or key, which a variable must not hold.')
    const there = await this.list(of)
    if (there.length >= mostValues && !there.some((one) => one.name === name))
      refuse('name', `This connector has ${mostValues} values. Delete one first, under Variables.`)
    const shelf = await this.shelves.forEncrypted()
    await shelf.store.putConnectorValue({ ...of, name, encrypted: shelf.encrypt(boundTo(of, name), value) })
    for (const other of this.shelves.all()) if (other !== shelf) await other.store.removeConnectorValue({ ...of, name })
  }

  async forget(of: ValueOwner, name: string): Promise<void> {
    await this.shelves.ask(({ store }) => store.removeConnectorValue({ ...of, name }))
  }

  /** The connector is deleted. Also removes what cannot be read now. */
  async forgetAll(of: ValueOwner): Promise<void> {
    await this.shelves.ask(async ({ store }) => {
      for (const { name } of await store.connectorValues(of)) await store.removeConnectorValue({ ...of, name })
    })
  }

  async encryptFromMemory(): Promise<void> {
    const from = this.shelves.onlyInMemory()
    if (!from) return
    for (const of of await from.store.valueOwners()) {
      for (const { name, encrypted } of await from.store.connectorValues(of)) {
        const value = opened(from, boundTo(of, name), encrypted)
        if (value !== undefined) await this.keep(of, { name, value })
      }
    }
  }
}

const boundTo = ({ workspaceId, region, key }: ValueOwner, name: string) =>
  `value ${JSON.stringify([workspaceId, region, key, name])}`

function opened(shelf: Shelf, place: string, encrypted: Uint8Array): string | undefined {
  try {
    return shelf.open(place, encrypted) as string
  } catch {
    return undefined
  }
}
