/** Whether a pasted text is meant as a command: curl, or one of PowerShell's for calls. */
export function isCommand(text: string): boolean {
  return /^(?:\$\s+|>\s*|PS [^>\n]*>\s*|[A-Z]:\\[^>\n]*>\s*|&\s*)?(?:['"]?\S*curl(?:\.exe)?['"]?\s|Invoke-(?:WebRequest|RestMethod)\b|iwr\s|irm\s|\$session\s*=)/i.test(
    text.trimStart()
  )
}
