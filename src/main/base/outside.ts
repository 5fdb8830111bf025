import { AppError } from '../../shared/errors'
import { mailAddress } from '../../shared/relink/mail-address'

/** THE way out of the app: what is opened in another program. Nothing that a service or a page wrote is an address here. */
export class Outside {
  /** @param open hands an address to the system */
  constructor(private readonly open: (address: string) => Promise<void>) {}

  /**
   * Opens a page in the browser.
   * @param origin the one the operator configured and confirmed
   * @throws AppError invalid-input for any other address, and for one that is not https
   */
  async page(address: string, origin: string): Promise<void> {
    const url = URL.canParse(address) ? new URL(address) : null
    if (url?.protocol !== 'https:' || url.origin !== origin || url.username || url.password)
      throw new AppError('invalid-input', 'Only pages of the configured dashboard are opened.')
    await this.open(url.href)
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
