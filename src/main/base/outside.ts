import { AppError } from '../../shared/errors'
import { pageOf } from '../../shared/issues/relink/page-address'
import { mailAddress } from '../../shared/issues/relink/mail-address'

/** THE way out of the app: what is opened in another program. Nothing that a service or a page wrote is an address here. */
export class Outside {
  /** @param open hands an address to the system */
  constructor(private readonly open: (address: string) => Promise<void>) {}

  /**
   * Opens the page of a connector at the dashboard in the browser.
   * @param template the address that the operator confirmed, with `{connector_id}` in it
   * @param id all that is put into it
   * @throws AppError not-found where there is no template or no id that fits; what is opened is never another path of it
   */
  async page(template: string, id: string): Promise<void> {
    const address = pageOf(template, id)
    if (address === null) throw new AppError('not-found', 'No page is known for this connector.')
    await this.open(address)
  }

  /**
   * Opens a letter in the mail program; the operator chooses whom it goes to and sends it.
   * @throws AppError too-large where a mail program would not get all of it
   */
  async mail(subject: string, body: string): Promise<void> {
    const address = mailAddress(subject, body)
    if (address === null)
      throw new AppError('too-large', 'This request is too long for the mail program. Copy it instead.')
    await this.open(address)
  }
}
