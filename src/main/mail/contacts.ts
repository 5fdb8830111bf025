import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { addressProblem, contactLimits, contactNameProblem, merged } from '../../shared/mail/address'
import { contact, contacts, type Contact, type ContactRow, type CustomerContacts } from '../../shared/mail/contact'
import { mostContactRows } from '../../shared/mail/channels'
import { readChosen } from '../base/chosen-file'
import { csvRecords } from '../base/csv-records'
import { cleanText } from '../base/plain-text'
import type { Encryption } from '../secrets/encryption'
import type { MailStore } from './store'

/** Bytes of a CSV file. */
const largestFile = 10e6

export interface ContactParts {
  history: Pick<MailStore, 'contacts' | 'contactsOf' | 'putContacts' | 'removeContacts'>
  /** null while the key is away */
  encrypting(): Promise<Encryption | null>
  /** The team may get what changed. */
  told(): void
}

/** Who is written to, by customer: encrypted, with the key of the history. */
export class Contacts {
  constructor(private readonly parts: ContactParts) {}

  /** @throws AppError keychain-locked */
  async of(workspaceId: string, originId: string): Promise<Contact[]> {
    const key = await this.key()
    const encrypted = await this.parts.history.contactsOf({ workspaceId, originId })
    return encrypted ? opened(key, workspaceId, originId, encrypted) : []
  }

  /** @throws AppError keychain-locked */
  async all(workspaceId: string): Promise<CustomerContacts[]> {
    const key = await this.key()
    const rows = await this.parts.history.contacts({ workspaceId })
    return rows.map(({ originId, encrypted }) => ({
      originId,
      contacts: opened(key, workspaceId, originId, encrypted)
    }))
  }

  /** Replaces all of these customers, or none. @throws AppError keychain-locked */
  async save(workspaceId: string, of: readonly CustomerContacts[]): Promise<void> {
    await this.put(workspaceId, of, null)
  }

  /** Beside those that are there; an address that is known is replaced. @throws AppError keychain-locked, invalid-input */
  async add(workspaceId: string, added: readonly CustomerContacts[]): Promise<void> {
    const all = new Map((await this.all(workspaceId)).map(({ originId, contacts }) => [originId, contacts]))
    const of = added.map((one) => ({ ...one, contacts: merged(all.get(one.originId) ?? [], one.contacts) }))
    const over = of.find(({ contacts }) => contacts.length > contactLimits.contacts)
    if (over)
      throw new AppError(
        'invalid-input',
        `${cleanText(over.originId)} would have more than ${contactLimits.contacts} contacts. Nothing was kept.`
      )
    await this.put(workspaceId, of, null)
  }

  /** What the team gets of a customer; null if it is gone. As `SharedLibrary.contactsOf`. */
  async contactsOf(workspaceId: string, id: string): Promise<CustomerContacts | null> {
    const key = await this.key()
    const row = (await this.parts.history.contacts({ workspaceId })).find((one) => one.id === id)
    if (!row) return null
    const { originId, encrypted } = row
    return { originId, contacts: opened(key, workspaceId, originId, encrypted) }
  }

  /** @returns false while it cannot be kept. As `SharedLibrary.takeContacts`. */
  async takeContacts(
    { workspaceId, id, change, isOwn }: { workspaceId: string; id: string; change: string; isOwn: boolean },
    { originId, contacts }: CustomerContacts
  ): Promise<boolean> {
    if (!(await this.parts.encrypting())) return false
    const own = isOwn ? await this.of(workspaceId, originId) : []
    await this.put(workspaceId, [{ originId, contacts }], { id, change })
    // From before this desk joined: the team has not seen them.
    const both = merged(own, contacts).slice(0, contactLimits.contacts)
    if (both.length <= contacts.length) return true
    await this.put(workspaceId, [{ originId, contacts: both }], null)
    this.parts.told()
    return true
  }

  /** The key is lost for good. */
  async forgetEncrypted(): Promise<void> {
    await this.parts.history.removeContacts()
  }

  /** Nothing is kept without the key. */
  async encryptFromMemory(): Promise<void> {}

  private async put(
    workspaceId: string,
    of: readonly CustomerContacts[],
    team: { id: string; change: string } | null
  ): Promise<void> {
    const key = await this.key()
    const rows = of.map(({ originId, contacts }) => ({
      originId,
      encrypted: new Uint8Array(key.encrypt(boundTo(workspaceId, originId), Buffer.from(JSON.stringify(contacts))))
    }))
    await this.parts.history.putContacts({ workspaceId, rows, team })
  }

  private async key(): Promise<Encryption> {
    const key = await this.parts.encrypting()
    if (key) return key
    throw new AppError(
      'keychain-locked',
      'Contacts are encrypted, and their key is in the keychain, which does not give it out now. Nothing was changed or sent.'
    )
  }
}

const boundTo = (workspaceId: string, originId: string) => `contacts ${JSON.stringify([workspaceId, originId])}`

function opened(key: Encryption, workspaceId: string, originId: string, encrypted: Uint8Array): Contact[] {
  return contacts.parse(JSON.parse(key.open(boundTo(workspaceId, originId), encrypted).toString()))
}

const columns: Readonly<Record<Column, readonly string[]>> = {
  originId: ['origin_id', 'origin id', 'originid'],
  customer: ['customer', 'company', 'end_user', 'organization'],
  address: ['address', 'email', 'e-mail', 'mail'],
  name: ['name', 'contact', 'contact_name'],
  language: ['language', 'lang', 'locale'],
  relinks: ['relinks', 'who_relinks', 'who relinks']
}
type Column = 'originId' | 'customer' | 'address' | 'name' | 'language' | 'relinks'

const yes = new Set(['yes', 'y', 'true', '1', 'x'])
const no = new Set(['', 'no', 'n', 'false', '0', '-'])

/**
 * Reads a chosen file; keeps nothing.
 * @throws AppError invalid-input, too-large
 */
export async function readContacts(path: string): Promise<{ file: string; rows: ContactRow[] }> {
  const file = basename(path)
  return { file, rows: contactRows(file, await readChosen(path, largestFile)) }
}

/**
 * Lines of a CSV file, each with what is wrong with it; UTF-8 or, as Excel saves it, Windows-1252.
 * @throws AppError invalid-input if it is no list of contacts; too-large
 */
export function contactRows(file: string, bytes: Uint8Array): ContactRow[] {
  const [head = [], ...records] = csvRecords(file, bytes)
  const places = placesOf(head)
  if (places.address === -1 || (places.originId === -1 && places.customer === -1))
    throw new AppError(
      'invalid-input',
      `${file} needs a first line with the names of its columns: origin_id and email; also name, language, relinks and customer.`
    )
  if (records.length > mostContactRows)
    throw new AppError('too-large', `${file} has ${records.length} lines; at most ${mostContactRows} can be read.`)
  const seen = new Set<string>()
  const perCustomer = new Map<string, number>()
  return records.map((record, at) => {
    const cell = (column: Column) => record[places[column]] ?? ''
    const originId = cell('originId')
    const read = contactOf(cell)
    const customer = cleanText(cell('customer'))
    const row = { line: at + 1, originId: originId.slice(0, contactLimits.originId), customer }
    const problem =
      'problem' in read ? read.problem : originId.length > contactLimits.originId ? 'This origin ID is too long.' : null
    if ('problem' in read || problem !== null) return { ...row, contact: null, problem }
    const twice = JSON.stringify([originId, customer, read.address.toLowerCase()])
    if (seen.has(twice)) return { ...row, contact: null, problem: 'This line is there twice.' }
    seen.add(twice)
    const count = (perCustomer.get(originId) ?? 0) + 1
    perCustomer.set(originId, count)
    if (originId !== '' && count > contactLimits.contacts)
      return { ...row, contact: null, problem: `A customer has at most ${contactLimits.contacts} contacts.` }
    return {
      ...row,
      contact: read,
      problem: originId === '' ? 'No origin ID: a name alone does not say whose it is.' : null
    }
  })
}

function contactOf(cell: (column: Column) => string): Contact | { problem: string } {
  const [address, name, relinks] = [cell('address'), cell('name'), cell('relinks').toLowerCase()]
  const language = cell('language').toLowerCase().split(/[-_]/)[0] ?? ''
  const problem = addressProblem(address) ?? contactNameProblem(name)
  if (problem !== null) return { problem }
  if (!yes.has(relinks) && !no.has(relinks)) return { problem: 'Say yes or no in the column relinks.' }
  const read = contact.safeParse({ address, name, language, relinks: yes.has(relinks) })
  return read.success ? read.data : { problem: 'Write the language with two letters, as en or de.' }
}

/** -1: the file has no such column. */
function placesOf(head: readonly string[]): Record<Column, number> {
  const names = head.map((name) => name.toLowerCase())
  const placeOf = (column: Column) => {
    const [first = -1, second] = names.flatMap((name, at) => (columns[column].includes(name) ? [at] : []))
    // The wrong one would write to another customer.
    if (second !== undefined)
      throw new AppError(
        'invalid-input',
        `The columns ${head[first]} and ${head[second]} say the same. Remove one of them.`
      )
    return first
  }
  return {
    ...{ originId: placeOf('originId'), customer: placeOf('customer'), address: placeOf('address') },
    ...{ name: placeOf('name'), language: placeOf('language'), relinks: placeOf('relinks') }
  }
}
