/** Every endpoint by its name: the page takes the types from here and nothing else. */
import { graphEndpoints } from './graph.ts';
import { houseEndpoints } from './house.ts';
import { keepingEndpoints } from './keeping.ts';
import { libraryEndpoints } from './library.ts';
import { memoryEndpoints } from './memories.ts';
import { timeEndpoints } from './time.ts';
import { workEndpoints } from './work.ts';

export const endpoints = {
  ...memoryEndpoints,
  ...graphEndpoints,
  ...timeEndpoints,
  ...workEndpoints,
  ...libraryEndpoints,
  ...houseEndpoints,
  ...keepingEndpoints,
};
