import { AppError } from '../../../shared/errors'
import type { KeptValue } from '../../../shared/passthrough/library'
import { variable, type Variable } from '../../../shared/passthrough/passthrough'
import { isBuiltIn } from '../../../shared/passthrough/variables'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { ValueOwner } from '../../store/tables/library/library'
import { looksLikeToken } from './clean-draft'
import type { Shelf, Shelves } from './shelves'

type Kept = Pick<KeptValue, 'endUser' | 'from' | 'at'> & { value: string }

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
    private readonly masker: Pick<Masker, 'holds' | 'mask'>,
    private readonly clock: Pick<Clock, 'now'>
  ) {}

  /** By name. Leaves out what cannot be read now. */
  async list(of: ValueOwner): Promise<Variable[]> {
    const values = await this.read(of)
    return values.flatMap(({ name, kept }) => (kept ? { name, value: kept.value } : []))
  }

  /**
   * Of all connectors, also what cannot be read now. Values of connectors that are gone stay until the operator deletes
   * them: a list may lack a connector by a fault, and a value that is lost cannot be read again.
   * @param isGone whether a complete refresh no longer lists a connector
   */
  async all(workspaceId: string, isGone: (of: ValueOwner) => Promise<boolean>): Promise<KeptValue[]> {
    const lists = (await this.owners(workspaceId)).map(async (of) => {
      const [values, gone] = await Promise.all([this.read(of), isGone(of)])
      const { region, key } = of
      return values.map(({ name, kept }) => {
        const { endUser = '', from = '', at = null } = kept ?? {}
        return { region, key, name, endUser, from, at, isGone: gone }
      })
    })
    const byCustomer = (one: KeptValue, other: KeptValue) =>
      one.endUser.localeCompare(other.endUser, 'en') || one.name.localeCompare(other.name, 'en')
    return (await Promise.all(lists)).flat().sort(byCustomer)
  }

  /**
   * Replaces a value of the same name.
   * @param about the customer, and the request that brought it
   * @throws AppError invalid-input with `fields`
   */
  async keep(
    of: ValueOwner,
    { name, value }: Variable,
    about: Pick<KeptValue, 'endUser' | 'from'> = { endUser: '', from: '' }
  ): Promise<void> {
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
    const { mask } = this.masker
    const kept = { value, endUser: mask(about.endUser), from: mask(about.from), at: this.clock.now() }
    await this.put(of, name, kept)
  }

  private async put(of: ValueOwner, name: string, kept: Kept): Promise<void> {
    const shelf = await this.shelves.forEncrypted()
    await shelf.store.putConnectorValue({ ...of, name, encrypted: shelf.encrypt(boundTo(of, name), kept) })
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

  /** Of all connectors. */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    for (const of of await this.owners(workspaceId)) await this.forgetAll(of)
  }

  private async owners(workspaceId: string): Promise<ValueOwner[]> {
    const answers = await this.shelves.ask(({ store }) => store.valueOwners())
    const owners = answers.flatMap(({ value }) => value).filter((one) => one.workspaceId === workspaceId)
    return [...new Map(owners.map((one) => [JSON.stringify([one.region, one.key]), one])).values()]
  }

  /** Each name once, though more than one store may have it. `kept`: null while it cannot be read. */
  private async read(of: ValueOwner): Promise<{ name: string; kept: Kept | null }[]> {
    const answers = await this.shelves.ask(({ store }) => store.connectorValues(of))
    const byName = new Map<string, Kept | null>()
    for (const { shelf, value: rows } of answers) {
      for (const { name, encrypted } of rows)
        byName.set(name, opened(shelf, boundTo(of, name), encrypted) ?? byName.get(name) ?? null)
    }
    return [...byName].map(([name, kept]) => ({ name, kept }))
  }

  async encryptFromMemory(): Promise<void> {
    const from = this.shelves.onlyInMemory()
    if (!from) return
    for (const of of await from.store.valueOwners()) {
      for (const { name, encrypted } of await from.store.connectorValues(of)) {
        const kept = opened(from, boundTo(of, name), encrypted)
        if (kept) await this.put(of, name, kept)
      }
    }
  }
}

const boundTo = ({ workspaceId, region, key }: ValueOwner, name: string) =>
  `value ${JSON.stringify([workspaceId, region, key, name])}`

function opened(shelf: Shelf, place: string, encrypted: Uint8Array): Kept | null {
  try {
    const kept = shelf.open(place, encrypted) as Kept | string
    return typeof kept === 'string' ? { value: kept, endUser: '', from: '', at: null } : kept
  } catch {
    return null
  }
}
