import { contextBridge, ipcRenderer } from 'electron'
import type { ReportBridge } from '../shared/trends/report'

// A printed report can only read its content and report that it is drawn or failed.
const bridge: ReportBridge = {
  read: () => ipcRenderer.invoke('report:read') as Promise<string>,
  drawn: () => ipcRenderer.send('report:drawn'),
  failed: () => ipcRenderer.send('report:failed')
}
contextBridge.exposeInMainWorld('report', bridge)
