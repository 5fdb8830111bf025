import { AppError } from '../../shared/errors'
import { pageLink } from '../../shared/issues/runbook'
import { pageOf } from '../../shared/issues/relink/page-address'
import { mailAddress } from '../../shared/issues/relink/mail-address'

/**
 * The only way to open something in another program. A text from a service or a page becomes an address only as a link
 * that a person agreed to.
 */
export class Outside {
  /** @param open hands an address to the system */
  constructor(private readonly open: (address: string) => Promise<void>) {}

  /**
   * Opens a connector's dashboard page in the browser.
   * @param template the confirmed address, with `{connector_id}`
   * @param id the only inserted value
   * @throws AppError not-found without a template or a fitting id; the path never changes otherwise
   */
  async page(template: string, id: string): Promise<void> {
    const address = pageOf(template, id)
    if (address === null) throw new AppError('not-found', 'No page is known for this connector.')
    await this.open(address)
  }

  /** Opens a provider's status page, or an incident on the same host, which the operator or the organization agreed to. */
  async status(address: string): Promise<void> {
    await this.open(address)
  }

  /** Opens a ticket's page at the tracker that the operator or the organization agreed to. */
  async ticket(address: string): Promise<void> {
    await this.open(address)
  }

  /**
   * Opens a page that a person agreed to, whole address in sight.
   * @throws AppError not-found for anything but https without a name and password
   */
  async link(address: string): Promise<void> {
    const url = pageLink(address)
    if (url === null) throw new AppError('not-found', 'Only https pages open from here.')
    await this.open(url.href)
  }

  /**
   * Opens a letter in the mail program; the operator chooses the recipient and sends it.
   * @throws AppError too-large if a mail program would cut it
   */
  async mail(subject: string, body: string): Promise<void> {
    const address = mailAddress(subject, body)
    if (address === null)
      throw new AppError('too-large', 'This request is too long for the mail program. Copy it instead.')
    await this.open(address)
  }
}
