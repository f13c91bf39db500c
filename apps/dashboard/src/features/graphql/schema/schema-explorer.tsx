import { Button } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconRefresh } from '@tabler/icons-react';
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import side from '../../../ui/lists/side-list.module.css';
import { findInSchema, shownTypes } from './find-in-schema.ts';
import { type Operation, type OperationKind, operationFor } from './operation-for.ts';
import classes from './schema-explorer.module.css';

interface SchemaExplorerProps {
  schema: GraphQLSchema;
  isReading: boolean;
  onReload: () => void;
  /** Puts an operation into the editor. */
  onUse: (operation: Operation) => void;
}

/** What the API offers: its fields and types, with what the database says about them. */
export function SchemaExplorer({ schema, isReading, onReload, onUse }: SchemaExplorerProps) {
  const [path, setPath] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const open = (name: string) => {
    setPath((before) => (before.at(-1) === name ? before : [...before, name]));
    setSearch('');
  };
  const type = schema.getType(path.at(-1) ?? '');
  const places = { schema, onOpen: open, onUse };
  return (
    <div className={side.part}>
      <div className={side.tools}>
        <SearchField label="Search the schema" value={search} onChange={setSearch} />
        <button
          type="button"
          className={classes.icon}
          title="Read the schema again"
          aria-label="Read the schema again"
          aria-busy={isReading}
          onClick={onReload}
        >
          <IconRefresh size={15} stroke={1.75} aria-hidden />
        </button>
      </div>
      {search.trim() !== '' ? (
        <div className={classes.page}>
          <Results {...places} search={search} />
        </div>
      ) : type === undefined ? (
        <Roots {...places} />
      ) : (
        <div className={classes.page}>
          <button type="button" className={classes.back} onClick={() => setPath(path.slice(0, -1))}>
            <IconArrowLeft size={14} stroke={1.75} aria-hidden />
            {path.at(-2) ?? 'Schema'}
          </button>
          <TypePage {...places} type={type} />
        </div>
      )}
    </div>
  );
}

interface Places {
  schema: GraphQLSchema;
  onOpen: (type: string) => void;
  onUse: (operation: Operation) => void;
}

function Results({ schema, search, onOpen }: Places & { search: string }) {
  const found = findInSchema(schema, search);
  if (found.length === 0) return <p className={classes.quiet}>Nothing in the schema has that name.</p>;
  return (
    <ul className={classes.list} aria-label="Found in the schema">
      {found.map(({ type, field }) => (
        <li key={`${type}.${field ?? ''}`}>
          <button type="button" className={classes.result} onClick={() => onOpen(type)}>
            {field !== null && <span className={classes.name}>{field}</span>}
            <span className={field === null ? classes.type : classes.of}>{type}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What can be asked for, what can be changed, and all types. */
function Roots({ schema, ...places }: Places) {
  const roots: [string, OperationKind, GraphQLNamedType | null | undefined][] = [
    ['Queries', 'query', schema.getQueryType()],
    ['Mutations', 'mutation', schema.getMutationType()],
  ];
  return (
    <div className={classes.page}>
      {roots.map(
        ([title, kind, type]) =>
          isObjectType(type) && (
            <section key={title} aria-label={title}>
              <h3 className={classes.title}>{title}</h3>
              <Fields schema={schema} {...places} type={type} kind={kind} />
            </section>
          ),
      )}
      <section aria-label="Types">
        <h3 className={classes.title}>Types</h3>
        <LongList
          className={classes.types}
          label="All types"
          items={shownTypes(schema).filter(
            (type) => !isScalarType(type) && !roots.some(([, , root]) => root === type),
          )}
        >
          {({ name }) => (
            <li key={name}>
              <button type="button" className={classes.type} onClick={() => places.onOpen(name)}>
                {name}
              </button>
            </li>
          )}
        </LongList>
      </section>
    </div>
  );
}

function TypePage({ type, ...places }: Places & { type: GraphQLNamedType }) {
  const { schema } = places;
  const kind =
    type === schema.getQueryType() ? 'query' : type === schema.getMutationType() ? 'mutation' : null;
  return (
    <>
      <h3 className={classes.heading}>{type.name}</h3>
      {type.description && <p className={classes.text}>{type.description}</p>}
      {(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) && (
        <Fields {...places} type={type} kind={kind} />
      )}
      {isEnumType(type) && (
        <ul className={classes.list} aria-label={`Values of ${type.name}`}>
          {type.getValues().map(({ name, description }) => (
            <li key={name} className={classes.field}>
              <span className={classes.value}>{name}</span>
              {description && <p className={classes.text}>{description}</p>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FieldsProps extends Places {
  type: Extract<GraphQLNamedType, { getFields(): unknown }>;
  /** Of what root these are fields; null of another type. */
  kind: OperationKind | null;
}

function Fields({ type, kind, onOpen, onUse }: FieldsProps) {
  return (
    <LongList
      key={type.name}
      className={classes.list}
      label={`Fields of ${type.name}`}
      items={Object.values(type.getFields())}
    >
      {(field) => {
        const args = 'args' in field ? (field.args as readonly GraphQLArgument[]) : [];
        const own = kind !== null && isObjectType(type) ? type.getFields()[field.name] : undefined;
        return (
          <li key={field.name} className={classes.field}>
            <div className={classes.line}>
              <code className={classes.signature}>
                <span className={classes.name}>{field.name}</span>
                {args.length > 0 && (
                  <>
                    (
                    {args.map(({ name, type: of }, at) => (
                      <span key={name}>
                        {at > 0 && ', '}
                        <span className={classes.argument}>{name}</span>:{' '}
                        <TypeName type={of} onOpen={onOpen} />
                      </span>
                    ))}
                    )
                  </>
                )}
                : <TypeName type={field.type} onOpen={onOpen} />
              </code>
              {kind !== null && own !== undefined && (
                <button
                  type="button"
                  className={classes.icon}
                  title={`Write a ${kind} with ${field.name}`}
                  aria-label={`Write a ${kind} with ${field.name}`}
                  onClick={() => onUse(operationFor(kind, own))}
                >
                  <IconPlus size={14} stroke={1.75} aria-hidden />
                </button>
              )}
            </div>
            {field.description && <p className={classes.text}>{field.description}</p>}
          </li>
        );
      }}
    </LongList>
  );
}

/** Of what a thousand tables have: drawing all of it would hold up the page for seconds. */
const SHOWN_AT_ONCE = 100;

interface LongListProps<Item> {
  label: string;
  className: string | undefined;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** The beginning of a list, and more of it on demand. */
function LongList<Item>({ label, className, items, children }: LongListProps<Item>) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = items.length - shown;
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <div className={classes.more}>
          <Button size="compact-xs" variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show more
          </Button>
          <span>{left.toLocaleString('en')} more, which the search finds too</span>
        </div>
      )}
    </>
  );
}

function TypeName({ type, onOpen }: { type: GraphQLType; onOpen: (name: string) => void }) {
  if (isNonNullType(type))
    return (
      <>
        <TypeName type={type.ofType} onOpen={onOpen} />!
      </>
    );
  if (isListType(type))
    return (
      <>
        [<TypeName type={type.ofType} onOpen={onOpen} />]
      </>
    );
  const { name } = getNamedType(type);
  return (
    <button type="button" className={classes.type} onClick={() => onOpen(name)}>
      {name}
    </button>
  );
}

/** In place of a schema that could not be read. */
export function SchemaProblem({ message, onReload }: { message: string; onReload: () => void }) {
  return (
    <div className={classes.problem} role="alert">
      <p>The schema could not be read: {message}</p>
      <Button size="xs" onClick={onReload}>
        Try again
      </Button>
    </div>
  );
}
