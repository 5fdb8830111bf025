import { contextBridge, ipcRenderer } from 'electron'
import type { ConfirmBridge } from '../shared/confirm'

// All that the confirmation window can do: read the question, and answer it.
const bridge: ConfirmBridge = {
  read: () => ipcRenderer.invoke('confirm:read') as Promise<string>,
  answer: (answer) => ipcRenderer.send('confirm:answer', answer)
}
contextBridge.exposeInMainWorld('confirmation', bridge)
