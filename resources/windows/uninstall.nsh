; Included in the installer of Windows by electron-builder (scripts/packages/config.mjs).

; Electron names the start at login after the app, which has no id of its own there. An update runs the uninstaller, too,
; and keeps it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "electron.app.${PRODUCT_NAME}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "electron.app.${PRODUCT_NAME}"
  ${endIf}
!macroend
