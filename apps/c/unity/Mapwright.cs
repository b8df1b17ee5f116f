// Mapwright for C#: Unity, Mono, .NET. It calls the C library through P/Invoke; put that where the runtime looks for it.
// apps/c/README.md says how.
using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Mapwright
{
    /// <summary>A cell: its column and row.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Cell : IEquatable<Cell>
    {
        public ushort X, Y;

        public Cell(int x, int y)
        {
            X = checked((ushort)x);
            Y = checked((ushort)y);
        }

        public bool Equals(Cell other) => X == other.X && Y == other.Y;
        public override bool Equals(object other) => other is Cell cell && Equals(cell);
        public override int GetHashCode() => Y << 16 | X;
        public override string ToString() => $"{X},{Y}";
    }

    /// <summary>What went wrong, and where.</summary>
    public sealed class MapwrightException : Exception
    {
        /// <summary>0 for the initial builder, i + 1 for metas[i]; null if no stage failed.</summary>
        public int? Stage { get; }

        /// <summary>The parameter or argument that is wrong, if it is one.</summary>
        public string Field { get; }

        /// <summary>Whether another seed may succeed.</summary>
        public bool Retryable { get; }

        internal MapwrightException(string message, int stage, string field, bool retryable) : base(message)
        {
            Stage = stage < 0 ? (int?)null : stage;
            Field = field;
            Retryable = retryable;
        }
    }

    /// <summary>A finished map. Any thread can read it. Dispose of it when it is no longer needed.</summary>
    public sealed class Map : IDisposable
    {
        readonly Native.MapHandle handle;

        internal Map(Native.MapHandle handle)
        {
            this.handle = handle;
            Width = (int)Native.mw_map_width(handle);
            Height = (int)Native.mw_map_height(handle);
        }

        /// <summary>
        /// Builds the map of a recipe and a seed. The recipe is the name of a built-in one, that of a builder, or JSON.
        /// A cancelled build throws OperationCanceledException.
        /// </summary>
        public static Map Build(string recipe, ulong seed, CancellationToken token = default(CancellationToken))
        {
            token.ThrowIfCancellationRequested();
            byte[] text = Native.Utf8(recipe, nameof(recipe));
            IntPtr error = IntPtr.Zero;
            if (!token.CanBeCanceled)
                return new Map(Native.Checked(Native.mw_build(text, seed, ref error), error));
            using (Native.CancelHandle cancel = Native.mw_cancel_new())
            using (token.Register(() => Native.mw_cancel_set(cancel)))
            {
                Native.MapHandle map = Native.mw_build_cancellable(text, seed, cancel, ref error);
                if (map.IsInvalid && token.IsCancellationRequested)
                {
                    Native.mw_error_free(error);
                    throw new OperationCanceledException(token);
                }
                return new Map(Native.Checked(map, error));
            }
        }

        public int Width { get; }
        public int Height { get; }

        /// <summary>The tiles, row by row; those from 128 on are solid. A copy.</summary>
        public byte[] Tiles => (byte[])Plane("tiles");

        /// <summary>
        /// A plane by its name, row by row, as byte[], bool[], ushort[], uint[], int[] or float[]; null if the map does not
        /// have it. A copy.
        /// </summary>
        public Array Plane(string name)
        {
            // The map is not freed while its cells are copied, even if another thread disposes of it.
            bool isHeld = false;
            try
            {
                handle.DangerousAddRef(ref isHeld);
                int type;
                IntPtr cells = Native.mw_map_plane(handle, Native.Utf8(name, nameof(name)), out type);
                if (cells == IntPtr.Zero)
                    return null;
                int area = Width * Height;
                Array plane = type == 0 ? new bool[area]
                    : type == 1 ? new byte[area]
                    : type == 2 ? new ushort[area]
                    : type == 3 ? new uint[area]
                    : type == 4 ? new int[area]
                    : (Array)new float[area];
                var bytes = new byte[Buffer.ByteLength(plane)];
                Marshal.Copy(cells, bytes, 0, bytes.Length);
                Buffer.BlockCopy(bytes, 0, plane, 0, bytes.Length);
                return plane;
            }
            finally
            {
                if (isHeld)
                    handle.DangerousRelease();
            }
        }

        /// <summary>Where the player begins, if the map says so.</summary>
        public Cell? Start => Native.mw_map_start(handle, out Cell at) ? at : (Cell?)null;

        /// <summary>Where the player wants to go, if the map says so.</summary>
        public Cell? Exit => Native.mw_map_exit(handle, out Cell at) ? at : (Cell?)null;

        /// <summary>A shortest path with both its ends, through doors and portals; null if there is none.</summary>
        public Cell[] Path(Cell from, Cell to)
        {
            var cells = new Cell[Width * Height];
            int length = (int)Native.mw_map_path(handle, from, to, cells, (UIntPtr)cells.Length);
            Array.Resize(ref cells, length);
            return length == 0 ? null : cells;
        }

        /// <summary>Whether each cell is in sight of one, at most so many cells away.</summary>
        public bool[] Sight(Cell from, ushort radius)
        {
            var bytes = new byte[Width * Height];
            Native.mw_map_sight(handle, from, radius, bytes, (UIntPtr)bytes.Length);
            return Array.ConvertAll(bytes, seen => seen != 0);
        }

        /// <summary>All of the map as JSON: rooms, doors, spawns and the rest.</summary>
        public string Json()
        {
            IntPtr text = Native.mw_map_json(handle);
            try
            {
                return Native.Text(text);
            }
            finally
            {
                Native.mw_string_free(text);
            }
        }

        /// <summary>
        /// A picture with so many pixels for each cell, in a theme by its name or as JSON; null for the usual one. Four bytes
        /// for each pixel, the top row first: red, green, blue, opacity.
        /// </summary>
        public byte[] Rgba(int scale, string theme, out int width, out int height)
        {
            byte[] name = theme == null ? null : Native.Utf8(theme, nameof(theme)), pixels = null;
            uint w = 0, h = 0;
            // The first call says how large it is, the second draws.
            for (int call = 0; call < 2; call++)
            {
                IntPtr error = IntPtr.Zero;
                UIntPtr room = (UIntPtr)(pixels?.Length ?? 0);
                if (!Native.mw_map_rgba(handle, checked((uint)scale), name, pixels, room, ref w, ref h, ref error))
                    throw Native.Taken(error);
                pixels = pixels ?? new byte[checked(4 * w * h)];
            }
            width = (int)w;
            height = (int)h;
            return pixels;
        }

        /// <summary>The digest of the map: the same number as on any other machine and in any other language.</summary>
        public ulong Digest => Native.mw_map_digest(handle);

        public void Dispose() => handle.Dispose();
    }

    /// <summary>An endless world. Any thread can ask for its chunks. Dispose of it when it is no longer needed.</summary>
    public sealed class World : IDisposable
    {
        readonly Native.WorldHandle handle;

        /// <summary>The world of a recipe and a seed; the recipe is as for Map.Build.</summary>
        public World(string recipe, ulong seed)
        {
            IntPtr error = IntPtr.Zero;
            handle = Native.Checked(Native.mw_world_new(Native.Utf8(recipe, nameof(recipe)), seed, ref error), error);
        }

        /// <summary>A chunk, as a map of the recipe's size: its first cell is at x times the width and y times the height.</summary>
        public Map Chunk(int x, int y)
        {
            IntPtr error = IntPtr.Zero;
            return new Map(Native.Checked(Native.mw_world_chunk(handle, x, y, ref error), error));
        }

        public void Dispose() => handle.Dispose();
    }

    /// <summary>The library.</summary>
    public static class Library
    {
        /// <summary>Its version.</summary>
        public static string Version => Native.Text(Native.mw_version());
    }

    static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        const string Lib = "__Internal";
#else
        const string Lib = "mapwright";
#endif

        internal abstract class Handle : SafeHandle
        {
            protected Handle() : base(IntPtr.Zero, true) { }
            public override bool IsInvalid => handle == IntPtr.Zero;
        }

        internal sealed class MapHandle : Handle
        {
            protected override bool ReleaseHandle()
            {
                mw_map_free(handle);
                return true;
            }
        }

        internal sealed class WorldHandle : Handle
        {
            protected override bool ReleaseHandle()
            {
                mw_world_free(handle);
                return true;
            }
        }

        internal sealed class CancelHandle : Handle
        {
            protected override bool ReleaseHandle()
            {
                mw_cancel_free(handle);
                return true;
            }
        }

        internal static T Checked<T>(T handle, IntPtr error) where T : Handle
        {
            if (handle.IsInvalid)
                throw Taken(error);
            return handle;
        }

        /// <summary>The exception of an error, which is freed.</summary>
        internal static MapwrightException Taken(IntPtr error)
        {
            var exception = new MapwrightException(
                Text(mw_error_message(error)), mw_error_stage(error), Text(mw_error_field(error)), mw_error_retryable(error));
            mw_error_free(error);
            return exception;
        }

        internal static byte[] Utf8(string text, string name)
        {
            if (text == null)
                throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("a text with a zero character", name);
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        internal static string Text(IntPtr text)
        {
            if (text == IntPtr.Zero)
                return null;
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0)
                length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        [DllImport(Lib)] internal static extern IntPtr mw_version();
        [DllImport(Lib)] internal static extern MapHandle mw_build(byte[] recipe, ulong seed, ref IntPtr err);
        [DllImport(Lib)] internal static extern MapHandle mw_build_cancellable(byte[] recipe, ulong seed, CancelHandle cancel, ref IntPtr err);
        [DllImport(Lib)] internal static extern CancelHandle mw_cancel_new();
        [DllImport(Lib)] internal static extern void mw_cancel_set(CancelHandle cancel);
        [DllImport(Lib)] internal static extern void mw_cancel_free(IntPtr cancel);
        [DllImport(Lib)] internal static extern IntPtr mw_error_message(IntPtr error);
        [DllImport(Lib)] internal static extern int mw_error_stage(IntPtr error);
        [DllImport(Lib)] internal static extern IntPtr mw_error_field(IntPtr error);
        [DllImport(Lib)] [return: MarshalAs(UnmanagedType.I1)] internal static extern bool mw_error_retryable(IntPtr error);
        [DllImport(Lib)] internal static extern void mw_error_free(IntPtr error);
        [DllImport(Lib)] internal static extern uint mw_map_width(MapHandle map);
        [DllImport(Lib)] internal static extern uint mw_map_height(MapHandle map);
        [DllImport(Lib)] internal static extern IntPtr mw_map_plane(MapHandle map, byte[] name, out int type);
        [DllImport(Lib)] [return: MarshalAs(UnmanagedType.I1)] internal static extern bool mw_map_start(MapHandle map, out Cell at);
        [DllImport(Lib)] [return: MarshalAs(UnmanagedType.I1)] internal static extern bool mw_map_exit(MapHandle map, out Cell at);
        [DllImport(Lib)] internal static extern UIntPtr mw_map_path(MapHandle map, Cell from, Cell to, [Out] Cell[] cells, UIntPtr room);
        [DllImport(Lib)] internal static extern UIntPtr mw_map_sight(MapHandle map, Cell from, ushort radius, [Out] byte[] seen, UIntPtr room);
        [DllImport(Lib)] internal static extern IntPtr mw_map_json(MapHandle map);
        [DllImport(Lib)] [return: MarshalAs(UnmanagedType.I1)] internal static extern bool mw_map_rgba(
            MapHandle map, uint scale, byte[] theme, [In, Out] byte[] pixels, UIntPtr room, ref uint width, ref uint height, ref IntPtr err);
        [DllImport(Lib)] internal static extern ulong mw_map_digest(MapHandle map);
        [DllImport(Lib)] internal static extern void mw_map_free(IntPtr map);
        [DllImport(Lib)] internal static extern WorldHandle mw_world_new(byte[] recipe, ulong seed, ref IntPtr err);
        [DllImport(Lib)] internal static extern MapHandle mw_world_chunk(WorldHandle world, int x, int y, ref IntPtr err);
        [DllImport(Lib)] internal static extern void mw_world_free(IntPtr world);
        [DllImport(Lib)] internal static extern void mw_string_free(IntPtr text);
    }
}
