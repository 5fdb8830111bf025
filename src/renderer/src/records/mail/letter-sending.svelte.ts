import { SvelteMap } from 'svelte/reactivity'
import { merged, whoRelinks } from '../../../../shared/mail/address'
import type { Contact } from '../../../../shared/mail/contact'
import type { MailState, Message } from '../../../../shared/mail/mail'
import type { RelinkLetter } from '../../../../shared/issues/relink/relink'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { zone } from '../../kit/format'
import { Task } from '../../kit/task.svelte'
import { integrationName } from '../integration-name'
import type { RelinkLetters } from '../relink-letters.svelte'

/** Sends the relink request of one customer through the mail server, to their contacts; of several it makes a campaign. */
export class LetterSending extends Task {
  readonly #client: Client
  readonly #request: RelinkLetters
  #mail = $state.raw<MailState | null>(null)
  readonly #contacts = new SvelteMap<string, readonly Contact[]>()
  /** Addresses by origin ID, where the operator chose others than those who relink. */
  readonly #chosen = new SvelteMap<string, readonly string[]>()
  #ended = $state.raw<readonly Message[]>([])

  constructor(client: Client, request: RelinkLetters) {
    super()
    this.#client = client
    this.#request = request
  }

  /** Whether letters can leave from here; else the mail program sends them. */
  get hasServer(): boolean {
    return this.#mail?.account != null
  }

  /** How the letters of the last press ended. */
  get ended(): readonly Message[] {
    return this.#ended
  }

  async load(): Promise<void> {
    const { workspaceId } = this.#request.place
    await this.alsoRead(async () => {
      const mail = await this.#client.call('mail:get')
      if (mail.account) this.#keep(await this.#client.call('mail:allContacts', { workspaceId }))
      this.#mail = mail
    })
  }

  contactsOf({ originId }: RelinkLetter): readonly Contact[] {
    return (originId !== null && this.#contacts.get(originId)) || []
  }

  recipientsOf(letter: RelinkLetter): readonly string[] {
    const all = this.contactsOf(letter)
    const chosen = letter.originId !== null && this.#chosen.get(letter.originId)
    const addresses = chosen || whoRelinks(all).map(({ address }) => address)
    return all.map(({ address }) => address).filter((address) => addresses.includes(address))
  }

  choose(letter: RelinkLetter, address: string, on: boolean): void {
    if (letter.originId === null) return
    const others = this.recipientsOf(letter).filter((one) => one !== address)
    this.#chosen.set(letter.originId, on ? [...others, address] : others)
  }

  /** @returns whether main kept it */
  async add({ originId }: RelinkLetter, contact: Contact): Promise<boolean> {
    if (originId === null) return false
    const contacts = merged(this.#contacts.get(originId) ?? [], [contact])
    const { workspaceId } = this.#request.place
    const kept = await this.attempt(() =>
      this.#client
        .call('mail:saveContacts', { workspaceId, of: [{ originId, contacts: [contact] }], how: 'add' })
        .then(() => true)
    )
    if (!kept) return false
    this.#keep([{ originId, contacts }])
    const chosen = this.#chosen.get(originId)
    if (chosen) this.#chosen.set(originId, [...chosen, contact.address])
    return true
  }

  /** The one letter, if it has recipients and its links. */
  ready: RelinkLetter | null = $derived.by(() => {
    const { misled, one, unfilled } = this.#request
    return one && !misled && !unfilled && this.recipientsOf(one).length > 0 ? one : null
  })

  /** Main asks the person, who sees each letter as it leaves. */
  async send(words: (ended: readonly Message[]) => string): Promise<void> {
    const { place } = this.#request
    const letters = this.#asked()
    const job = new Job(this.#client, place)
    const ended = await this.run(() => this.act(job, () => job.ask('mail:send', { ...place, letters })))
    if (!ended) return
    this.#ended = ended
    this.#request.sent(words(ended))
  }

  /** @returns the folder with what would leave; null if the operator cancels */
  save(): Promise<{ file: string; letters: number } | null> {
    return this.run(() => this.#client.call('mail:saveLetters', { ...this.#request.place, letters: this.#asked() }))
  }

  /** @returns its id */
  async campaign(name: string): Promise<string | null> {
    const { issues, place } = this.#request
    const integrations = Object.fromEntries(
      issues.map(({ integrationSlug: slug }) => [slug, integrationName(slug)] as const)
    )
    const of = { name, keys: issues.map(({ key }) => key), integrations, zone }
    const started = await this.run(() => this.#client.call('mail:startCampaign', { ...place, of }))
    return started && started.id
  }

  #asked() {
    const one = this.ready
    const { despite } = this.#request
    return one
      ? [{ keys: one.keys, to: [...this.recipientsOf(one)], subject: one.subject, body: one.body, despite }]
      : []
  }

  #keep(of: readonly { originId: string; contacts: readonly Contact[] }[]): void {
    for (const { originId, contacts } of of) this.#contacts.set(originId, contacts)
  }
}
