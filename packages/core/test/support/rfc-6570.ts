/** A template and its expansion. */
export type Vector = readonly [template: string, uri: string];

/** The values of RFC 6570, section 1.2, except maps, because arguments cannot be maps. */
export const VALUES = {
  var: 'value',
  hello: 'Hello World!',
  empty: '',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  list: ['red', 'green', 'blue'],
};

/** Vectors of levels 1 to 4 whose URIs contain all values, so that parsing them returns the values. */
export const CLEAR: readonly Vector[] = [
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['here?ref={+path}', 'here?ref=/foo/bar'],
  ['map?{x,y}', 'map?1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['X{.var}', 'X.value'],
  ['{/var}', '/value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{/var:1,var}', '/v/value'],
  ['X{.list}', 'X.red,green,blue'],
  ['{/list}', '/red,green,blue'],
  ['{/list*}', '/red/green/blue'],
  ['{;list}', ';list=red,green,blue'],
  ['{;list*}', ';list=red;list=green;list=blue'],
  ['{?list}', '?list=red,green,blue'],
  ['{?list*}', '?list=red&list=green&list=blue'],
  ['{&list}', '&list=red,green,blue'],
  ['{&list*}', '&list=red&list=green&list=blue'],
];

/** Vectors whose URIs contain only the beginning of a value. */
export const PARTIAL: readonly Vector[] = [
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{#path:6}/here', '#/foo/b/here'],
  ['X{.var:3}', 'X.val'],
  ['{;hello:5}', ';hello=Hello'],
  ['{?var:3}', '?var=val'],
  ['{&var:3}', '&var=val'],
];

/** Vectors whose values may contain a separator. */
export const AMBIGUOUS: readonly Vector[] = [
  ['{+x,hello,y}', '1024,Hello%20World!,768'],
  ['{+path,x}/here', '/foo/bar,1024/here'],
  ['{#x,hello,y}', '#1024,Hello%20World!,768'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['X{.x,y}', 'X.1024.768'],
  ['{+list}', 'red,green,blue'],
  ['{+list*}', 'red,green,blue'],
  ['{#list}', '#red,green,blue'],
  ['{#list*}', '#red,green,blue'],
  ['X{.list*}', 'X.red.green.blue'],
  ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
];
