import { showToast } from './Toast.tsx'

/** Long enough for the browser to have read the blob. */
const RELEASE_MS = 10_000

export const saveText = (name: string, text: string, type: string): Promise<void> => saveBytes(name, new TextEncoder().encode(text), type)

/** Saves through the desktop window's dialog, or as a browser download. */
export async function saveBytes(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void> {
  const bridge = window.holderscope
  try {
    if (bridge === undefined) return download(name, new Blob([bytes], { type }))
    const result = await bridge.saveFile(name, bytes)
    if (result === 'saved') showToast(`Saved ${name}`)
    else if (result === 'other_ending')
      showToast(`Nothing was saved: the name of the file must end with ${/\.\w+$/.exec(name)?.[0] ?? 'nothing'}.`, 'critical')
  } catch {
    showToast(`Could not save ${name}. Check the folder and the free disk space, then try again.`, 'critical')
  }
}

function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS)
  showToast(`Saved ${name}`)
}
