import { writeWhole } from '../passthrough/write-file'

/** What asks the person at the computer; null where they changed their mind. */
export interface AskedFiles {
  askSave(suggestedName: string): Promise<string | null>
  askOpen(): Promise<string | null>
  showInFolder(file: string): void
}

export type FileDialogs = ReturnType<typeof fileDialogs>

/**
 * The file dialogs, and the file manager; null where the operator changed their mind.
 * @param isLocked a dialog stays open when the app locks, and whoever comes by may answer it: nothing is chosen then
 */
export function fileDialogs({ askSave, askOpen, showInFolder }: AskedFiles, isLocked: () => boolean) {
  const unlessLocked = (file: string | null) => (isLocked() ? null : file)
  /** Asks where to write a file, and whether it may replace one. */
  const chooseFile = async (suggestedName: string) => unlessLocked(await askSave(suggestedName))
  return {
    chooseFile,
    async saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | null> {
      const file = await chooseFile(suggestedName)
      if (file !== null) await writeWhole(file, content)
      return file
    },
    openFile: async () => unlessLocked(await askOpen()),
    showInFolder
  }
}
