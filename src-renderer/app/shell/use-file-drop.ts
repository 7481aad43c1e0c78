import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isCaseFile } from '../../stores/case-file.ts'
import { useImportFiles } from '../../features/start/use-imports.ts'

/**
 * Imports files dropped anywhere on the page, except on a part that handles drops itself. Shows the result on the start page, and case files on the
 * page of cases.
 */
export function useFileDrop(): void {
  const importFiles = useImportFiles()
  const navigate = useNavigate()
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    if (event.type !== 'drop') {
      event.dataTransfer.dropEffect = 'copy'
      return
    }
    const files = [...event.dataTransfer.files]
    importFiles(files)
    if (!files.some(isCaseFile)) void navigate({ to: '/' })
  })
  useEffect(() => {
    const drag = (event: DragEvent): void => onDrag(event)
    document.addEventListener('dragover', drag)
    document.addEventListener('drop', drag)
    return () => {
      document.removeEventListener('dragover', drag)
      document.removeEventListener('drop', drag)
    }
  }, [])
}
