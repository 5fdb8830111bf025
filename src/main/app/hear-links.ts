import { app } from 'electron'
import { linkScheme } from '../../shared/desktop/link'
import { linkAmong, type LinkInbox } from '../desktop/link-inbox'

/**
 * Takes links from this start, from a second start, and from macOS events. Call before the app is ready: macOS delivers
 * the link of a start earlier than that.
 */
export function hearLinks(inbox: LinkInbox): void {
  const receive = (args: readonly string[]) => {
    const link = linkAmong(args)
    if (link !== null) inbox.receive(link)
  }
  receive(process.argv.slice(1))
  app.on('second-instance', (_, args) => receive(args.slice(1)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    inbox.receive(url)
  })
  // On Linux the package registers the scheme. A checkout must not take links from the installed app.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme)
}
