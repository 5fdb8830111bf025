import { counted } from '../../kit/format'

export const helpWords = {
  close: 'Close',
  escCloses: 'to close',
  shortcuts: { title: 'Keyboard shortcuts', or: 'or' },
  about: {
    title: 'About Connector Desk',
    licence: ['Licence', 'MIT'] as const,
    commit: 'Commit',
    packages: 'Packages',
    built: (packages: number) =>
      `Built with ${counted(packages, 'package')}. The licences of Electron and Chromium are beside the program, in {electron} and {chromium}.`,
    noText: 'This package includes no licence text.',
    copy: 'Copy versions',
    copied: 'Copied',
    notCopied: 'Not copied: the clipboard is not available'
  },
  support: {
    title: 'Support bundle',
    about:
      'One zip file for the person who helps you. It contains no token, no record and no customer name that this app knows. Open a file to read it before you save.',
    files: 'Files in the bundle',
    cut: (characters: number) => `Only the last ${counted(characters, 'character')}.`,
    collecting: 'Collecting… the Doctor tests this computer and the connection to each workspace',
    saved: 'Saved as {file}',
    logs: 'Open logs folder',
    save: 'Save bundle…'
  }
}
