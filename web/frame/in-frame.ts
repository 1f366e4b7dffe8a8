import { createContext, useContext } from 'react'

/** Whether a page is inside the frame, which has the main landmark already. */
export const InFrame = createContext(false)

/** The element around the replacement of a page: the main landmark, unless the frame has it. */
export const useMainTag = (): 'div' | 'main' => (useContext(InFrame) ? 'div' : 'main')
