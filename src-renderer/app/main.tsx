import './fix-locale.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openSession } from '../api/session.ts'
import { restorePendingTables, writePendingTables } from '../stores/pending-tables.ts'
import { App } from './App.tsx'
import { startTheme } from './theme.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  startTheme()
  restorePendingTables()
  addEventListener('pagehide', writePendingTables)
  const session = await openSession()
  createRoot(root).render(
    <StrictMode>
      <App session={session} />
    </StrictMode>,
  )
}

void start()
