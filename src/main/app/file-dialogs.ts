import { writeWhole } from '../passthrough/write-file'

export interface AskedFiles {
  askSave(suggestedName: string): Promise<string | null>
  askOpen(): Promise<string | null>
  showInFolder(file: string): void
}

export type FileDialogs = ReturnType<typeof fileDialogs>

/** null if the operator cancels, or if the app locks while a dialog is open: anybody may answer it then. */
export function fileDialogs({ askSave, askOpen, showInFolder }: AskedFiles, isLocked: () => boolean) {
  const unlessLocked = (file: string | null) => (isLocked() ? null : file)
  /** The dialog also asks before it replaces a file. */
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
