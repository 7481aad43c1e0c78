import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { setLayout, usePreferences } from '../../stores/preferences.ts'

interface Props {
  /** Key under which the sizes are stored. */
  id: string
  direction: 'horizontal' | 'vertical'
  main: ReactNode
  side: ReactNode
  handle: string
  /** CSS lengths or percentages. */
  sideSize: string
  sideMin: string
  mainMin: string
}

/** Two resizable panels; sizes are stored. */
export function Split({ id, direction, main, side, handle, sideSize, sideMin, mainMin }: Props) {
  const kept = usePreferences.getState().layouts[id]
  return (
    <Group
      id={id}
      className="split"
      orientation={direction}
      defaultLayout={kept}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) setLayout(id, layout)
      }}
    >
      <Panel id="main" className="panel" minSize={mainMin}>
        {main}
      </Panel>
      <Separator className="separator" aria-label={handle} />
      <Panel id="side" className="panel" defaultSize={sideSize} minSize={sideMin}>
        {side}
      </Panel>
    </Group>
  )
}
