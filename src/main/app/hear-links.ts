import { app } from 'electron'
import { linkScheme } from '../../shared/desktop/link'
import { linkAmong, type LinkInbox } from '../desktop/link-inbox'

/**
 * Takes the links that the system hands over: with this start, with another start, and on macOS as an event. To be called
 * before the app is ready, as macOS hands over the link of a start before that.
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
  // The package registers it on Linux. A checkout takes no links away from the installed app.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme)
}
